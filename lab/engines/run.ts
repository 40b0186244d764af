import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { callPortal } from '@tests/support/portal/portal-caller'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import type { Engine } from './engine'
import { startFirefox } from './firefox'
import { journeys, type Journey, type JourneyPortal } from './journeys'
import { startWebKit } from './webkit'

const engines = [
  { name: 'Firefox', packages: 'firefox-esr', start: startFirefox },
  { name: 'WebKitGTK', packages: 'webkit2gtk-driver and xvfb', start: startWebKit },
]

const { values } = parseArgs({ options: { pictures: { type: 'string' } } })
const counts = { passed: 0, failed: 0, skipped: 0 }

function printRow(engine: string, version: string, journey: string, result: string, time = '') {
  console.log(
    engine.padEnd(10),
    version.padEnd(13),
    journey.padEnd(28),
    result.padEnd(8),
    time.padStart(7),
  )
}

async function runJourney(engine: Engine, journey: Journey, portal: JourneyPortal): Promise<void> {
  const startedAt = Date.now()
  const window = await engine.openWindow()
  let problem = ''
  try {
    await journey.run(window, portal).catch((error: unknown) => {
      problem = error instanceof Error ? error.message : String(error)
    })
    if (values.pictures) {
      const name = `${engine.name}-${journey.name}.png`.replaceAll(' ', '-')
      await writeFile(join(values.pictures, name), await window.takeScreenshot())
    }
  } finally {
    await window.close()
  }
  const result = problem ? 'failed' : 'passed'
  counts[result] += 1
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  printRow(engine.name, engine.version, journey.name, result, seconds)
  if (problem) console.log(`  ${problem}`)
}

/**
 * `npm run lab -- engines`: the journeys that matter, in browsers that `npm test` does not have, as far as
 * they are installed. `npm run lab -- engines --pictures FOLDER` also keeps a picture of where each one
 * ended. Needs `npm run build`.
 */
async function runAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'engines-'))
  if (values.pictures) await mkdir(values.pictures, { recursive: true })
  const { origin, stop } = await startPortalProcess()
  const portal = { origin, folder, caller: callPortal(origin) }
  try {
    printRow('engine', 'version', 'journey', 'result', 'seconds')
    for (const { name, packages, start } of engines) {
      const engine = await start()
      if (!engine) {
        counts.skipped += journeys.length
        printRow(name, '-', 'all', 'skipped')
        console.log(`  needs Debian’s ${packages}`)
        continue
      }
      try {
        for (const journey of journeys) await runJourney(engine, journey, portal)
      } finally {
        await engine.close()
      }
    }
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
}

await runAll()
if (counts.failed > 0) process.exitCode = 1
