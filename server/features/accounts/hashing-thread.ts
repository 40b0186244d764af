import bcrypt from 'bcrypt'

export type HashingTask =
  | { password: string; cost: number }
  /** Whether they belong together. */
  | { password: string; hash: string }

export function runTask(task: HashingTask): string | boolean {
  if ('cost' in task) return bcrypt.hashSync(task.password, task.cost)
  return bcrypt.compareSync(task.password, task.hash)
}
