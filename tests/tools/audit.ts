import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from '@shared/zod'
import { listAsvsFaults } from './asvs'
import { findLicenseFault, findOverdueUpdate, heldBack } from './dependencies'
import { listShipped } from './shipped-packages'

const advisories = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
})
const versionTimes = z.record(z.string(), z.string())
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })
/** Deadlines are in docs/security.md; with these two no version may be built. */
const blocking = ['critical', 'high']
const parallel = 8

/**
 * `npm run audit`: the packages that ship, by known vulnerabilities, licenses, and updates that were left too
 * long, and whether docs/audit/asvs.md is whole. Ends with 1 when there is something to do. What the registry does not answer is said and left out.
 */
async function main(): Promise<void> {
  const faults = [
    ...listAsvsFaults(),
    ...listLicenseFaults(),
    ...(await listVulnerable()),
    ...(await listOverdue()),
  ]
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'Nothing to do.' : `${faults.length} to look at.`)
  if (faults.length > 0) process.exitCode = 1
}

function listLicenseFaults(): string[] {
  return listShipped().flatMap(({ path }) => {
    const fault = findLicenseFault(JSON.parse(readFileSync(`${path}/package.json`, 'utf8')))
    return fault ? [`${path.replace(/^.*node_modules\//, '')} ${fault}`] : []
  })
}

async function listVulnerable(): Promise<string[]> {
  const found = advisories.safeParse(await askNpm(['audit', '--omit=dev', '--json']))
  if (!found.success) {
    console.log('Not looked at: known vulnerabilities, because the registry does not answer.')
    return []
  }
  const { vulnerabilities } = found.data.metadata
  return blocking.flatMap((severity) => {
    const count = vulnerabilities[severity] ?? 0
    return count > 0 ? [`${count} known vulnerabilities are ${severity}: see npm audit`] : []
  })
}

async function listOverdue(): Promise<string[]> {
  const { dependencies } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const left = Object.entries(dependencies)
  if (!(await askTimes(left[0]?.[0] ?? ''))) {
    console.log('Not looked at: updates, because the registry does not answer.')
    return []
  }
  const overdue: string[] = []
  const workers = Array.from({ length: parallel }, async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [name, version] = next
      const times = await askTimes(name)
      if (!times) console.log(`Not looked at: updates of ${name}.`)
      const update = findOverdueUpdate(version, times ?? {}, Date.now())
      const reason = heldBack[name]
      if (update && reason) console.log(`${name} stays at ${version}: ${reason}.`)
      else if (update) overdue.push(`${name} ${version} should be ${update} by now`)
    }
  })
  await Promise.all(workers)
  return overdue.toSorted()
}

/** When each version of a package was published; undefined when the registry does not say. */
async function askTimes(name: string): Promise<Record<string, string> | undefined> {
  return versionTimes.safeParse(await askNpm(['view', name, 'time', '--json'])).data
}

/**
 * What npm prints as JSON, also when it ends with 1 because it found something. A build is not kept waiting: by
 * default npm asks three times, for five minutes each.
 */
async function askNpm(args: string[]): Promise<unknown> {
  const patience = ['--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout } = await promisify(execFile)('npm', [...args, ...patience], {
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  try {
    return JSON.parse(stdout)
  } catch {
    return null
  }
}

await main()
