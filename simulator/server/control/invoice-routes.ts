import { z } from 'zod';
import type { InvoiceView } from '../../core/views.ts';
import { ActionRefused, actAndNotify, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { defined } from './defined.ts';
import { endpoint } from './endpoint.ts';
import {
  invoiceMovedSchema,
  invoiceQuerySchema,
  invoiceSchema,
  invoiceStatusSchema,
  listOf,
  payerSchema,
  previewQuerySchema,
  previewSchema,
} from './schemas.ts';

const paymentParams = z.object({ paymentId: z.coerce.number().int().min(0) });

/** Invoices: what they are, and what the payer and the payment system do to them. */
export function addInvoiceRoutes(app: ControlApp, runtime: Runtime): void {
  addInvoiceQueries(app, runtime);
  addInvoiceActions(app, runtime);
}

function invoiceOf({ core }: Runtime, paymentId: number): InvoiceView {
  const invoice = core.invoice(paymentId);
  if (invoice === undefined) throw new ActionRefused('absent', `no invoice has the payment id ${paymentId}`);
  return invoice;
}

function addInvoiceQueries(app: ControlApp, runtime: Runtime): void {
  const { core } = runtime;
  endpoint(
    app,
    {
      method: 'get',
      path: '/invoices',
      summary: 'Invoices',
      query: invoiceQuerySchema,
      answer: listOf(invoiceSchema),
    },
    ({ query }) => ({ items: core.invoices(defined(query)) }),
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/invoices/{paymentId}',
      summary: 'One invoice',
      params: paymentParams,
      answer: invoiceSchema,
    },
    ({ params }) => invoiceOf(runtime, params.paymentId),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/notification',
      summary: 'The signed notification of a status as it would be sent; nothing is sent or changed',
      params: paymentParams,
      body: previewQuerySchema,
      answer: previewSchema,
    },
    ({ params: { paymentId }, body: { status } }) => {
      invoiceOf(runtime, paymentId);
      const preview = core.previewNotification(paymentId, status);
      if (preview === undefined) {
        throw new ActionRefused(
          'state',
          `the invoice ${paymentId} has no callback address, neither of its own nor of its shop`,
        );
      }
      return preview;
    },
  );
}

function addInvoiceActions(app: ControlApp, runtime: Runtime): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/status',
      summary: 'The payment system reports a status',
      params: paymentParams,
      body: invoiceStatusSchema,
      answer: invoiceMovedSchema,
    },
    async ({ params: { paymentId }, body: { notify, ...change } }) => {
      const moved = await actAndNotify(
        runtime,
        { kind: 'invoice-status', paymentId, ...defined(change), status: change.status },
        notify,
      );
      return { invoice: invoiceOf(runtime, paymentId), ...moved };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/payer',
      summary: 'The payer does something',
      params: paymentParams,
      body: payerSchema,
      answer: invoiceMovedSchema,
    },
    async ({ params: { paymentId }, body }) => {
      const moved = await actAndNotify(
        runtime,
        { kind: 'payer', paymentId, action: body.action },
        body.notify,
      );
      return { invoice: invoiceOf(runtime, paymentId), ...moved };
    },
  );
}
