import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { callPortal } from '@tests/support/portal/portal-caller'
import {
  spawnPortalProcess,
  startPortalProcess,
  waitUntilReady,
} from '@tests/support/portal/portal-process'

/** A Node whose output goes to a disk without room. */
async function nodeOnFullDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-full-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'node')
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' "$@" >/dev/full 2>&1\n`)
  await chmod(program, 0o755)
  return program
}

it('a portal whose log has no room serves, says so, stops when it is told to, and starts again', async () => {
  const node = await nodeOnFullDisk()
  let portal = await spawnPortalProcess({}, undefined, undefined, node)
  onTestFinished(() => portal.stop())
  for (const time of ['first', 'again']) {
    await waitUntilReady(portal)
    const caller = callPortal(portal.origin)
    expect(await caller.signUp(), time).not.toBeNull()
    const answer = await fetch(`${portal.origin}/readyz`)
    expect(await answer.json()).toEqual({
      status: 'ok',
      log: expect.stringMatching(/^not written: \d+ lines lost$/),
    })
    await portal.end()
    expect(portal.process.exitCode).toBe(0)
    if (time === 'first') portal = await spawnPortalProcess({}, portal, undefined, node)
  }
  portal = await startPortalProcess({}, portal)
  expect(await (await fetch(`${portal.origin}/readyz`)).json()).toEqual({ status: 'ok' })
})
