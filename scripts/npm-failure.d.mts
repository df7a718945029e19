export function explainNpmFailure(output: string, folder: string): string
