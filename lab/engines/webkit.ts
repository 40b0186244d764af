import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from '@shared/zod'
import { drawFreePort } from '@server/free-port'
import { endChild, textFrom } from './child'
import type { Engine, EngineWindow, Target } from './engine'
import { findScript } from './find-script'

const driver = 'WebKitWebDriver'
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const anyAnswer = z.object({ value: z.unknown() })
const element = z.object({ [elementKey]: z.string() })
const session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
})

/** WebKitGTK, driven by plain WebDriver on a screen of its own; null where it is not installed. */
export async function startWebKit(): Promise<Engine | null> {
  if (!isInstalled(driver) || !isInstalled('Xvfb')) return null
  const home = await mkdtemp(join(tmpdir(), 'engines-webkit-'))
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [display] = await textFrom(screen.stdout, /\d+/)
  const env = {
    ...process.env,
    HOME: home,
    DISPLAY: `:${display}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Nothing but the portal is visited, and containers may not nest.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const probe = await openSession(env)
  await probe.end()
  return {
    name: 'WebKitGTK',
    version: probe.version,
    openWindow: () => openWindow(env),
    async close() {
      await endChild(screen)
      await rm(home, { recursive: true, force: true })
    },
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A driver and the one browser it drives: an own session, nothing of it kept. */
async function openSession(env: NodeJS.ProcessEnv) {
  const port = await drawFreePort()
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`

  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = anyAnswer.parse(await answer.json())
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

  await untilListening(`${origin}/status`)
  const { sessionId, capabilities } = session.parse(
    await send('POST', '/session', { capabilities: { alwaysMatch: {} } }),
  )
  return {
    version: capabilities.browserVersion,
    send: (method: 'GET' | 'POST', path: string, body?: object) =>
      send(method, `/session/${sessionId}${path}`, body),
    end: async () => {
      await send('DELETE', `/session/${sessionId}`)
      await endChild(child)
    },
  }
}

async function untilListening(address: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    if (await fetch(address).catch(() => null)) return
    await delay(50)
  }
  throw new Error(`${driver} did not start.`)
}

async function openWindow(env: NodeJS.ProcessEnv): Promise<EngineWindow> {
  const { send, end } = await openSession(env)
  await send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 })
  await send('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 960 })

  const run = (body: string, values: readonly unknown[]) =>
    send('POST', '/execute/sync', {
      script: `const values = JSON.parse(arguments[0]); ${findScript} ${body}`,
      args: [JSON.stringify(values)],
    })

  async function locate(target: Target): Promise<string> {
    const found = await run(
      `const one = find(values[0])
       if (one.type !== 'file') one.scrollIntoView({ block: 'center', behavior: 'instant' })
       return one`,
      [target],
    )
    return `/element/${element.parse(found)[elementKey]}`
  }

  return {
    async goTo(url) {
      await send('POST', '/url', { url })
    },
    async evaluate(body, ...values) {
      const answer = await run(
        `return (async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`,
        values,
      )
      return JSON.parse(z.string().parse(answer))
    },
    async click(target) {
      await send('POST', `${await locate(target)}/click`, {})
    },
    async type(target, text) {
      const path = await locate(target)
      await send('POST', `${path}/clear`, {})
      await send('POST', `${path}/value`, { text })
    },
    async chooseFile(target, path) {
      await send('POST', `${await locate(target)}/value`, { text: path })
    },
    async tabs() {
      const own = z.string().parse(await send('GET', '/window'))
      const handles = z.array(z.string()).parse(await send('GET', '/window/handles'))
      const addresses: string[] = []
      for (const handle of handles) {
        await send('POST', '/window', { handle })
        addresses.push(z.string().parse(await send('GET', '/url')))
      }
      await send('POST', '/window', { handle: own })
      return addresses
    },
    async takeScreenshot() {
      return Buffer.from(z.string().parse(await send('GET', '/screenshot')), 'base64')
    },
    close: end,
  }
}
