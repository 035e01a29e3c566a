/** A step that gave no usable answer. `status` is that of the merchant's own no, and null where nothing is known. */
export class RecipeFailure extends Error {
  override readonly name = 'RecipeFailure';
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
