import assert from 'node:assert/strict'
import { textIn, type Answer, type Attacker } from './attacker'

/** A file as the administrator opens it, with a token of its own. */
export async function openAsAdmin(
  attacker: Attacker,
  uploadKey: string,
  fileName: string,
): Promise<Answer> {
  const cookie = attacker.portal.people.admin
  const token = await makeToken(attacker, uploadKey)
  const path = `/uploads/${uploadKey}/${encodeURIComponent(fileName)}?token=${token}`
  const opened = await attacker.send('GET', path, { cookie })
  assert.equal(opened.status, 200, `the administrator got ${opened.status}`)
  return opened
}

export async function makeToken(attacker: Attacker, uploadKey: string): Promise<string> {
  const cookie = attacker.portal.people.admin
  const made = await attacker.send('POST', '/api/admin/generate-file-token', {
    cookie,
    json: { uploadKey },
  })
  const token = textIn(made, 'token')
  attacker.secrets.push(token)
  return token
}
