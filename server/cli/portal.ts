import type { Command } from './command'

/** Loaded when they are called: each needs other parts of the portal. */
const commands: Record<string, [summary: string, load: () => Promise<{ command: Command }>]> = {
  setup: ['Writes a production .env with fresh secrets.', () => import('./setup')],
  admin: [
    'Creates or recovers the administrator, ends their sessions, and prints a one-time password.',
    () => import('./admin'),
  ],
  backup: [
    'Backs up database and documents of a running portal, encrypted with BACKUP_KEY.',
    () => import('./backup'),
  ],
  restore: [
    'Restores the newest backup into an empty database and empty folders.',
    () => import('./restore'),
  ],
  doctor: [
    'Checks this deployment, and says what to fix and how. Changes nothing.',
    () => import('./doctor'),
  ],
  version: ['Prints the version and the commit it was built from.', () => import('./version')],
  fsck: ['Compares the database with the stored documents.', () => import('./fsck')],
  migrate: [
    'Migrates the database to this version, for portals with MIGRATE=off.',
    () => import('./migrate'),
  ],
  'keys:rotate': [
    'Encrypts all stored secrets with the first key of DATA_KEY while the portal runs.',
    () => import('./rotate-keys'),
  ],
  'audit:verify': [
    'Verifies that no entry of the audit trail was changed or removed.',
    () => import('./verify-trail'),
  ],
  'ledger:verify': [
    'Verifies that rewards and payouts balance and match the approvals.',
    () => import('./verify-ledger'),
  ],
}

/** `npm run portal -- COMMAND`: the operator's commands. */
async function main([name = '--help', ...args]: string[]): Promise<void> {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (found) {
    const [summary, load] = found
    const { command } = await load()
    await command({ name, summary, args })
    return
  }
  const list = Object.entries(commands).map(([one, [summary]]) => `  ${one.padEnd(14)} ${summary}`)
  const help = ['Usage: npm run portal -- COMMAND [--help]', '', ...list].join('\n')
  if (name === '--help' || name === '-h') console.log(help)
  else {
    console.error(`- There is no command ${name}.\n${help}`)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
