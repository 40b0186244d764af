const storageKeyPattern = /^[\w-]{43}\/[\w-]+\.[a-z]+$/

/** The name of the folder that a key leads through. */
export const isUploadKey = (name: string) => /^[\w-]{43}$/.test(name)

export const isStorageKey = (text: string) => storageKeyPattern.test(text)

/** The key as it is. Throws when it is none: what is no key could lead anywhere. */
export function requireStorageKey(storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Not a storage key.')
  return storageKey
}
