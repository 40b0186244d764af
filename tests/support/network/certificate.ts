import { isIP } from 'node:net'
import { generate } from 'selfsigned'

/** A self-signed certificate: anyone who trusts it trusts its server. */
export async function makeCertificate(
  names: readonly string[],
): Promise<{ key: string; cert: string }> {
  const altNames = names.map((name) =>
    isIP(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  )
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { key: made.private, cert: made.cert }
}
