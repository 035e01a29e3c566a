export function currentPackage(): Promise<string>;
