import { spawn } from 'node:child_process'

const tsx = (file: string) => ['tsx', `lab/${file}.ts`]

/** Programs that are no tests: what they measure or make is for people to look at. */
const programs: Record<string, [what: string, ...commands: string[][]]> = {
  bench: ['what people wait for, beside three floors', tsx('bench/run')],
  'bench:pages': ['start-up, memory, pages and clicks', tsx('bench/pages')],
  'bench:decisions': ['a day of decisions by key, and who is asked about', tsx('bench/decisions')],
  'bench:lists': ['lists of a million rows', tsx('bench/lists')],
  'bench:person': ['what one person takes of CPU and disk, step by step', tsx('bench/person')],
  'bench:desk': ['the review desk among a million people', tsx('bench/desk')],
  'bench:referrals': ['a referrer’s desk and a payout run', tsx('bench/referrals')],
  cluster: ['three portals under load on Patroni and Ceph, and what harms', tsx('cluster/run')],
  faults: ['injected faults, one by one or again and again', tsx('faults/run')],
  hostile: ['hostile input in random order, and random changes', tsx('hostile/run')],
  engines: ['the journeys that matter in Firefox and WebKit', tsx('engines/run')],
  mutation: ['which changed rules no test misses', tsx('mutation/run')],
  repeat: ['both test commands again and again', tsx('repeat-tests')],
  seed: ['demo people, documents, introductions and texts, in each state', tsx('seed/run')],
  screenshots: ['every page at four widths', tsx('screenshots/run')],
  lighthouse: ['Lighthouse, median of five', tsx('lighthouse')],
  art: ['the pictures, film and documents of client/public', tsx('art/make-all')],
  sbom: ['what ships, in CycloneDX', ['npm', 'sbom', '--omit=dev', '--sbom-format=cyclonedx']],
  check: [
    'types, lint and format of this folder',
    ['tsc', '--noEmit', '-p', 'lab'],
    ['oxlint', '--type-aware', '--deny-warnings', 'lab'],
    ['prettier', '--check', 'lab'],
  ],
}

function run([program = '', ...args]: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** `npm run lab -- PROGRAM`, with the options of the program. */
async function main([name = '--help', ...args]: string[]): Promise<void> {
  const [, ...commands] = (Object.hasOwn(programs, name) && programs[name]) || ['']
  if (commands.length === 0) {
    const list = Object.entries(programs).map(([one, [what]]) => `  ${one.padEnd(16)} ${what}`)
    console.log(['Usage: npm run lab -- PROGRAM [options]', '', ...list].join('\n'))
    if (name !== '--help') process.exitCode = 1
  }
  for (const command of commands) {
    const exitCode = await run([...command, ...args])
    if (exitCode !== 0) process.exitCode = exitCode
  }
}

await main(process.argv.slice(2))
