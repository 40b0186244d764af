import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { unpackBundledChromium } from './browser-bundle'

/** A Chromium that can be launched; plain data, so that a global setup can hand it to its tests. */
export interface BrowserInstall {
  executablePath: string
  /** Variables for the browser's process, beyond those of this one. */
  env: Record<string, string>
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Finds a Chromium: CHROMIUM_PATH, one installed on the system, or the one inside the npm package
 * @sparticuz/chromium, which is unpacked on first use.
 */
export async function prepareBrowser(): Promise<BrowserInstall> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!(await isExecutable(given))) throw new Error(`CHROMIUM_PATH: cannot execute ${given}`)
    return { executablePath: given, env: {} }
  }
  const installed = await findInstalledChromium()
  if (installed) return { executablePath: installed, env: {} }
  return unpackBundledChromium()
}

/** Launches the browser headless. The caller closes it. */
export async function launchBrowser(install: BrowserInstall): Promise<Browser> {
  return chromium.launch({
    executablePath: install.executablePath,
    env: { ...process.env, ...install.env },
    // Machines that run tests have no graphics card to look for.
    args: ['--disable-gpu'],
  })
}

async function findInstalledChromium(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const name of systemNames) {
    for (const folder of folders) {
      const path = join(folder, name)
      if ((await isExecutable(path)) && answersVersion(path)) return path
    }
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Ubuntu puts a script by this name that only says how to install the browser. */
function answersVersion(path: string): boolean {
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    })
    return /Chrom(e|ium)/.test(output)
  } catch {
    return false
  }
}
