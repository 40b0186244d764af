import { describe, expect, it } from 'vitest'
import { problemsOf, secrets } from '@tests/support/portal/settings'
import { parseEnv } from './env'
import { isSamePlace, storageAddress } from './env-storage'

const keys = { AWS_ACCESS_KEY_ID: 'access', AWS_SECRET_ACCESS_KEY: 'secret' }

const behindNginx = { TRUST_PROXY: 'loopback', SEAL_DOCUMENTS: 'off' }

describe('the storage', () => {
  it('is the disk unless an address says otherwise', () => {
    expect(parseEnv(secrets)).toMatchObject({ storage: { kind: 'disk' }, storageAlso: null })
    const empty = { STORAGE: '', STORAGE_ALSO: '', AWS_ACCESS_KEY_ID: '' }
    expect(parseEnv({ ...secrets, ...empty })).toEqual(parseEnv(secrets))
  })

  it('can be a bucket, with its copies in another', () => {
    expect(storageAddress.parse('s3://documents?region=eu-central-1')).toEqual({
      kind: 's3',
      contents: { bucket: 'documents', prefix: '' },
      backups: { bucket: 'documents', prefix: '' },
      endpoint: undefined,
      region: 'eu-central-1',
    })
    const own = 's3://documents/a/b?endpoint=https://s3.example&backup=copies/c'
    expect(storageAddress.parse(own)).toEqual({
      kind: 's3',
      contents: { bucket: 'documents', prefix: 'a/b/' },
      backups: { bucket: 'copies', prefix: 'c/' },
      endpoint: 'https://s3.example',
      region: 'us-east-1',
    })
  })

  it.each([
    ['/var/documents', /^must be "disk" or s3:/],
    ['https://s3.example/documents', /^must be "disk" or s3:/],
    ['s3://access:secret@documents?region=eu', /^must be "disk" or s3:/],
    ['s3://documents/..%2Fother?region=eu', /^must be "disk" or s3:/],
    ['s3://documents', /^must name a region/],
    ['s3://documents?region=eu&enpoint=https://s3.example', /^has "enpoint", but takes/],
    ['s3://documents?region=eu&backup=A', /as backup$/],
    ['s3://documents?endpoint=http://s3.example', /^must have an endpoint with https:/],
    ['s3://documents?endpoint=s3.example', /^must have an endpoint with https:/],
  ])('is not %s', (text, problem) => {
    expect(storageAddress.safeParse(text).error?.issues[0]?.message).toMatch(problem)
  })

  it('needs no TLS on this machine', () => {
    const local = 's3://documents?endpoint=http://127.0.0.1:7480'
    expect(problemsOf({ ...keys, STORAGE: local })).toEqual([])
  })

  it('needs keys for a bucket, which may be in files, and no nginx that sends files', () => {
    const STORAGE = 's3://documents?region=eu-central-1'
    expect(problemsOf({ STORAGE })).toEqual([
      expect.stringMatching(/^AWS_ACCESS_KEY_ID is missing/),
    ])
    expect(problemsOf({ STORAGE: 'disk', STORAGE_ALSO: STORAGE })).toHaveLength(1)
    expect(problemsOf({ STORAGE, ...keys, AWS_SECRET_ACCESS_KEY: 'file:/nowhere' })).toEqual([
      expect.stringMatching(/^AWS_SECRET_ACCESS_KEY names a file that cannot be read/),
    ])
    expect(problemsOf({ STORAGE, ...keys, X_ACCEL: 'on', ...behindNginx })).toEqual([
      expect.stringMatching(/^X_ACCEL must be off/),
    ])
  })

  it('is another place than the one where contents are looked for as well', () => {
    const STORAGE = 's3://documents/a?region=eu-central-1'
    expect(problemsOf({ ...keys, STORAGE, STORAGE_ALSO: STORAGE }).join()).toMatch(/^STORAGE_ALSO /)
    expect(problemsOf({ STORAGE_ALSO: 'disk' }).join()).toMatch(/^STORAGE_ALSO /)
    expect(problemsOf({ ...keys, STORAGE, STORAGE_ALSO: 'disk' })).toEqual([])
    const [one, sharing, other] = [
      's3://documents/a?region=eu&backup=copies',
      's3://documents/b?region=eu&backup=copies',
      's3://documents/b?region=eu',
    ].map((text) => storageAddress.parse(text))
    if (!one || !sharing || !other) throw new Error('An address is not read.')
    expect([isSamePlace(one, sharing), isSamePlace(one, other)]).toEqual([true, false])
  })
})
