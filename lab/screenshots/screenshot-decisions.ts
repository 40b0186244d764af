import type { APIRequestContext } from 'playwright-core'
import type { QuestionRequest } from '@shared/questions'
import type { ReviewDecision } from '@shared/review'
import { partners } from './screenshot-people'

const tooOld = { status: 'rejected', reason: 'The report is older than 30 days.' } as const
const wrongPassword = { status: 'rejected', reason: 'The password was refused.' } as const

/** What the administrator has done about people before their pictures are taken. */
export async function reviewPeople(request: APIRequestContext): Promise<void> {
  const ids = await readIds(request)
  const idOf = (firstName: string) => ids.get(firstName) ?? 0
  const decide = (path: string, data: ReviewDecision) =>
    mustSucceed(request.patch(`/api/admin/${path}/status`, { data }))
  const itemOf = async (list: 'files' | 'credentials', firstName: string) => {
    const found = await request.get(`/api/admin/${list}?userId=${idOf(firstName)}`)
    const [item]: { id: number }[] = await found.json()
    return `${list}/${item?.id}`
  }
  const ask = (firstName: string, data: QuestionRequest) =>
    mustSucceed(request.post(`/api/admin/users/${idOf(firstName)}/questions`, { data }))

  await decide(`users/${idOf(partners.approved.firstName)}`, { status: 'approved' })
  await decide(`users/${idOf(partners.rejected.firstName)}`, tooOld)
  await decide(await itemOf('files', partners.replacing.firstName), tooOld)
  await decide(await itemOf('credentials', 'Omar'), wrongPassword)

  await ask(partners.asked.firstName, { words: 'Please confirm your phone number.' })
  const asked = await itemOf('files', partners.askedDocument.firstName)
  await ask(partners.askedDocument.firstName, {
    words: 'The second page is missing. Please send the whole report.',
    fileId: Number(asked.replace('files/', '')),
  })

  const stop = `/api/admin/users/${idOf(partners.moving.firstName)}/consents/stop`
  const data = { kinds: ['calls', 'texts', 'email'], way: 'phone' }
  await mustSucceed(request.post(stop, { data }))
  const notes = `/api/admin/users/${idOf(partners.partner.firstName)}/notes`
  const text = 'Asked on the phone for a report from all three bureaus.\nCall again on Monday.'
  await mustSucceed(request.post(notes, { data: { text } }))
}

async function readIds(request: APIRequestContext): Promise<Map<string, number>> {
  const users: { id: number; firstName: string }[] = await (
    await request.get('/api/admin/users?limit=100')
  ).json()
  return new Map(users.map(({ id, firstName }) => [firstName, id]))
}

export async function mustSucceed(call: ReturnType<APIRequestContext['post']>) {
  const answer = await call
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return answer
}
