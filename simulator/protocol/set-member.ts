/** Sets a member of any name. Assigning to `__proto__` would set the prototype instead. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true });
  else object[key] = value;
}
