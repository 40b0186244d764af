/** Exit codes of the commands that verify something. */
export const verdictCodes = { sound: 0, notSound: 1, cannotRun: 2 }

/** The end of what a verifying command prints, whose last line is the verdict, and its exit code. */
export interface Verdict {
  output: string
  exitCode: number
}

export const giveVerdict = (summary: string, problems: number): Verdict => ({
  output: `${summary}\n${problems === 0 ? 'Sound.' : `Not sound: ${problems} problem${problems === 1 ? '' : 's'}.`}`,
  exitCode: problems === 0 ? verdictCodes.sound : verdictCodes.notSound,
})

export function printVerdict({ output, exitCode }: Verdict): void {
  console.log(output)
  process.exitCode = exitCode
}
