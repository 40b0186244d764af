/** Exit codes of the commands that verify something. */
export const verdictCodes = { sound: 0, notSound: 1, cannotRun: 2 }

/** What a command came to: its last lines, and what `--json` prints beside the problems that it reported. */
export interface Verdict {
  output: string
  exitCode: number
  facts: object
}

/** The last line is the verdict. */
export const giveVerdict = (
  summary: string,
  { problems, ...facts }: { problems: number },
): Verdict => ({
  output: `${summary}\n${problems === 0 ? 'Sound.' : `Not sound: ${problems} problem${problems === 1 ? '' : 's'}.`}`,
  exitCode: problems === 0 ? verdictCodes.sound : verdictCodes.notSound,
  facts,
})
