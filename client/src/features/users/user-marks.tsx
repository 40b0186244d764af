import { AtSign, CalendarX2, UsersRound } from 'lucide-react'
import type { ListedUser } from '@shared/users'
import { formatMonthDay } from '@/lib/format'
import { RowMark } from '@/ui/row-mark'

interface UserMarksProps {
  user: Pick<ListedUser, 'newEmail' | 'closesAt'>
  /** Whether they may have another account; the panel says which, and why. */
  isDuplicate: boolean
}

/** What the administrator should know of a person beside the status. */
export function UserMarks({ user: { newEmail, closesAt }, isDuplicate }: UserMarksProps) {
  return (
    <>
      {isDuplicate ? <RowMark icon={UsersRound} text="Same person?" /> : null}
      {newEmail ? <RowMark icon={AtSign} text="Wants to change their email" /> : null}
      {closesAt ? (
        <RowMark icon={CalendarX2} text={`Closes on ${formatMonthDay(closesAt)}`} />
      ) : null}
    </>
  )
}
