import assert from 'node:assert/strict'
import { samples } from '@tests/support/samples/samples'
import { getCookie, textIn, type Attacker } from './attacker'

/** Someone of whom no other case knows, with a document and, where one is given, a shared login. */
export async function newPartner(attacker: Attacker, login?: object) {
  const email = `new-${crypto.randomUUID()}@partner.example`
  const password = 'seven green bicycles'
  const proof = login
    ? await attacker.send('POST', '/api/credit-credentials', { json: login })
    : await attacker.upload('a.pdf', samples.pdf({ text: email }).bytes)
  const json = {
    email,
    password,
    firstName: 'Noor',
    lastName: 'Haddad',
    phoneNumber: '3035550100',
    agreeToTerms: true,
    uploadKey: textIn(proof, 'uploadKey'),
  }
  const answer = await attacker.send('POST', '/api/register', { json })
  assert.equal(answer.status, 201)
  const id = Number(/"id":(\d+)/.exec(answer.body.toString())?.[1])
  return { email, password, id, cookie: getCookie(answer) }
}
