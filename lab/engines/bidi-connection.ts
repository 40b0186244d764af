import { WebSocket } from 'ws'
import { z } from '@shared/zod'

const message = z.object({
  type: z.string(),
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})

export interface BidiConnection {
  send: (method: string, params: object) => Promise<unknown>
  close: () => void
}

/** A WebDriver BiDi session: commands over one WebSocket, each answered under its number. */
export async function connectBidi(address: string): Promise<BidiConnection> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, PendingCommand>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, ...problem } = message.parse(JSON.parse(z.string().parse(data)))
    const pending = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (type === 'success') pending?.resolve(result)
    else pending?.reject(new Error(`${problem.error}: ${problem.message}`))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser ended.'))
  })
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    close: () => socket.close(),
  }
}

interface PendingCommand {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}
