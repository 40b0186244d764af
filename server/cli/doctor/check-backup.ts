import { describeAge, findingsAbout, type Finding } from './finding'

/** As the alert of docs/deploy has it. */
const oldSeconds = 26 * 3600

export function judgeBackup(ageSeconds: number | null, hasKey: boolean): Finding {
  const { ok, warning, problem } = findingsAbout('backup')
  const todo =
    (hasKey ? '' : 'Set BACKUP_KEY, keep a copy of it elsewhere, and ') +
    'run npm run portal -- backup --to FOLDER every day, onto another disk or machine.'
  if (ageSeconds === null) {
    return problem('none was ever made', todo.charAt(0).toUpperCase() + todo.slice(1))
  }
  const what = `the last one is ${describeAge(ageSeconds)} old`
  return ageSeconds > oldSeconds
    ? warning(what, 'Run npm run portal -- backup, and check why it did not run.')
    : ok(what)
}
