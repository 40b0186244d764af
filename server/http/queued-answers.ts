import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets every answer know that its connection broke. Node tells only the one that is being sent: those queued
 * behind it, of requests that followed each other without waiting, would never end, nor give back what they hold.
 */
export function closeQueuedAnswers(server: Server): void {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>()

  function watch(socket: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>()
    underWay.set(socket, answers)
    socket.once('close', () => {
      for (const answer of answers) if (!answer.socket) close(answer)
    })
    return answers
  }

  server.on('request', (req, res) => {
    const answers = underWay.get(req.socket) ?? watch(req.socket)
    answers.add(res)
    res.once('close', () => answers.delete(res))
  })
}

/**
 * As Node does it with the answer that is being sent. Without Node's own mark, whatever is begun after it would wait
 * for a 'close' that is past.
 */
function close(answer: ServerResponse): void {
  Object.assign(answer, { destroyed: true, _closed: true })
  answer.emit('close')
}
