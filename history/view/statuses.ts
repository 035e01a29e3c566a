export * from '../fields.ts';
