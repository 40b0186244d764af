import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from '@shared/zod'
import { connectBidi, type BidiConnection } from './bidi-connection'
import type { Engine, EngineWindow, Target } from './engine'
import { endChild, textFrom } from './child'
import { findScript } from './find-script'

const program = 'firefox-esr'
/** The Control key, as WebDriver writes it. */
const control = '\uE009'

const evaluated = z.object({
  result: z.unknown().optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})
const stringValue = z.object({ value: z.string() })
const node = z.object({ sharedId: z.string() })

/** Firefox ESR, driven by WebDriver BiDi; null where it is not installed. */
export async function startFirefox(): Promise<Engine | null> {
  const version = installedVersion()
  if (!version) return null
  const profile = await mkdtemp(join(tmpdir(), 'engines-firefox-'))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const [, address] = await textFrom(child.stderr, /WebDriver BiDi listening on (ws:\S+)/)
  const connection = await connectBidi(`${address}/session`)
  await connection.send('session.new', { capabilities: {} })
  return {
    name: 'Firefox',
    version,
    openWindow: () => openWindow(connection),
    async close() {
      connection.close()
      await endChild(child)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

function installedVersion(): string | null {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
      .replace('Mozilla Firefox', '')
      .trim()
  } catch {
    return null
  }
}

async function openWindow(connection: BidiConnection): Promise<EngineWindow> {
  const user = z
    .object({ userContext: z.string() })
    .parse(await connection.send('browser.createUserContext', {}))
  const { context } = z
    .object({ context: z.string() })
    .parse(await connection.send('browsingContext.create', { type: 'window', ...user }))
  await connection.send('browsingContext.setViewport', {
    context,
    viewport: { width: 1280, height: 900 },
  })

  async function call(body: string, values: readonly unknown[], ownership: 'root' | 'none') {
    const answer = await connection.send('script.callFunction', {
      functionDeclaration: `async (json) => { const values = JSON.parse(json); ${findScript} ${body} }`,
      arguments: [{ type: 'string', value: JSON.stringify(values) }],
      target: { context },
      awaitPromise: true,
      resultOwnership: ownership,
    })
    const { result, exceptionDetails } = evaluated.parse(answer)
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result
  }

  async function evaluate(body: string, ...values: unknown[]): Promise<unknown> {
    const run = `return JSON.stringify((await (async () => { ${body} })()) ?? null)`
    return JSON.parse(stringValue.parse(await call(run, values, 'none')).value)
  }

  async function locate(target: Target) {
    const result = await call(
      `const one = find(values[0])
       if (one.type !== 'file') one.scrollIntoView({ block: 'center', behavior: 'instant' })
       return one`,
      [target],
      'root',
    )
    return { sharedId: node.parse(result).sharedId }
  }

  async function click(target: Target) {
    const origin = { type: 'element', element: await locate(target) }
    await connection.send('input.performActions', {
      context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    })
  }

  async function press(actions: readonly object[]) {
    await connection.send('input.performActions', {
      context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    })
  }

  return {
    evaluate,
    click,
    goTo: async (url) => {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async type(target, text) {
      await click(target)
      await press([
        { type: 'keyDown', value: control },
        ...tap('a'),
        { type: 'keyUp', value: control },
      ])
      await press(Array.from(text).flatMap(tap))
    },
    async chooseFile(target, path) {
      const element = await locate(target)
      await connection.send('input.setFiles', { context, element, files: [path] })
    },
    async tabs() {
      const tree = z.object({
        contexts: z.array(z.object({ url: z.string(), userContext: z.string() })),
      })
      const { contexts } = tree.parse(await connection.send('browsingContext.getTree', {}))
      return contexts
        .filter(({ userContext }) => userContext === user.userContext)
        .map(({ url }) => url)
    },
    async takeScreenshot() {
      const answer = await connection.send('browsingContext.captureScreenshot', { context })
      return Buffer.from(z.object({ data: z.string() }).parse(answer).data, 'base64')
    },
    close: async () => {
      await connection.send('browser.removeUserContext', user)
    },
  }
}

const tap = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
