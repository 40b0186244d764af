export const isMissing = (error: unknown) => hasCode(error, 'ENOENT')

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
