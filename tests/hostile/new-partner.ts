import assert from 'node:assert/strict'
import { samples } from '@tests/support/samples/samples'
import { getCookie, idIn, textIn, type Attacker } from './attacker'
import { register } from './registrations'

/** Someone no other case uses, with a document and, where one is given, a shared login. */
export async function newPartner(attacker: Attacker, login?: object) {
  const email = `new-${crypto.randomUUID()}@partner.example`
  const password = 'seven green bicycles'
  const proof = login
    ? await attacker.send('POST', '/api/credit-credentials', { json: login })
    : await attacker.upload('a.pdf', samples.pdf({ text: email }).bytes)
  const answer = await register(attacker, {
    email,
    password,
    uploadKey: textIn(proof, 'uploadKey'),
  })
  assert.equal(answer.status, 201)
  return { email, password, id: idIn(answer), cookie: getCookie(answer) }
}
