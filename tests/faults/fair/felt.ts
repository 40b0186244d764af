import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { newAddress, writeUpload, type Call, type Crowd } from './crowd'

export const errands = ['login', 'account', 'list', 'upload', 'page'] as const
export type Errand = (typeof errands)[number]

/** What someone felt who had nothing to do with an attack. */
export interface Felt {
  /** How long each answer took, in milliseconds. */
  times: Record<Errand, number[]>
  /** Answers that were none or not the right one, as `errand status`. */
  refused: string[]
}

export const feltNothing = (): Felt => ({
  times: { login: [], account: [], list: [], upload: [], page: [] },
  refused: [],
})

const pauseMs = 500

/** Goes about everyday errands, each time as someone from another address, until told to stop. */
export async function goAboutErrands(crowd: Crowd, over: AbortSignal, felt: Felt): Promise<void> {
  const repeat = async (errand: Errand) => {
    while (!over.aborted) {
      const { call, status } = callOf(crowd, errand)
      const sentAt = performance.now()
      const answer = await crowd.send(call)
      if (answer?.status === status) felt.times[errand].push(performance.now() - sentAt)
      else felt.refused.push(`${errand} ${answer?.status ?? 'without an answer'}`)
      await delay(pauseMs)
    }
  }
  await Promise.all(errands.map(repeat))
}

function callOf({ admin, visitor, member }: Crowd, errand: Errand): { call: Call; status: number } {
  const address = newAddress()
  if (errand === 'login') {
    const { email, password } = visitor
    const call = { method: 'POST', path: '/api/login', address, json: { email, password } }
    return { call, status: 200 }
  }
  if (errand === 'account') {
    return { call: { path: '/api/user', address, cookie: member.cookie }, status: 200 }
  }
  if (errand === 'list') {
    const path = '/api/admin/users?status=pending&limit=50'
    return { call: { path, address, cookie: admin }, status: 200 }
  }
  if (errand === 'page') return { call: { path: '/login', address }, status: 200 }
  const call = { method: 'POST', path: '/api/upload', address, ...writeUpload(200_000) }
  return { call, status: 201 }
}
