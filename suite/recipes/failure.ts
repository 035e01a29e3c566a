/** A step that gave no usable answer. `status` is that of the merchant's own no, and null where nothing is known. */
export class RecipeFailure extends Error {
  override readonly name = 'RecipeFailure';
  readonly status: number | null;
  /** Not the merchant was asked, but its database, by a query of the suite: here, or where it went wrong first. */
  readonly isOurs: boolean;

  constructor(
    message: string,
    status: number | null = null,
    { isOurs, ...options }: ErrorOptions & { readonly isOurs?: boolean } = {},
  ) {
    super(message, options);
    this.status = status;
    const { cause } = options;
    this.isOurs = isOurs ?? (cause instanceof RecipeFailure && cause.isOurs);
  }
}
