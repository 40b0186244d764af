import { useEffect, useState } from 'react'
import { newPassword, passwordTooCommon } from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { z } from '@shared/zod'
import { loadIfPossible } from '@/lib/reload-when-stale'

export type PasswordJudge = (password: string, owner: PasswordOwner) => boolean

/** 200 kB that only people who choose a password need. Null while it cannot be loaded. */
async function loadJudge(): Promise<PasswordJudge | null> {
  const module = await loadIfPossible(() => import('@shared/password-verdict'))
  return module?.isCommonPassword ?? null
}

/** What judges passwords: null until it is needed and there. */
export function usePasswordJudge(isNeeded: boolean): PasswordJudge | null {
  const [judge, setJudge] = useState<PasswordJudge | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    const show = async () => {
      const loaded = await loadJudge()
      if (!isGone) setJudge(() => loaded)
    }
    void show()
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return judge
}

const typedOwner = z.object({
  email: z.string().catch(''),
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
})

/**
 * What a form's schema is refined with, so that it says at the password what the server would say. The
 * owner is who the form itself is about, unless one is given. Without the judge, only the server speaks.
 */
export function notCommon(field: string, owner?: PasswordOwner) {
  const isNotCommon = async (values: object): Promise<boolean> => {
    const password = newPassword.safeParse(Reflect.get(values, field))
    if (!password.success) return true
    const judge = await loadJudge()
    return !judge?.(password.data, owner ?? typedOwner.parse(values))
  }
  const typedPassword = z.looseObject({ [field]: z.string() })
  const path: PropertyKey[] = [field]
  // Said at once with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typedPassword.safeParse(value).success
  return [isNotCommon, { error: passwordTooCommon, path, when }] as const
}

/** What a form's schema is refined with, so that `confirmPassword` repeats the password. */
export function confirmed(field: string) {
  const typed = z.looseObject({ [field]: z.string().min(1), confirmPassword: z.string() })
  const isRepeated = (values: object) =>
    Reflect.get(values, field) === Reflect.get(values, 'confirmPassword')
  const path: PropertyKey[] = ['confirmPassword']
  // Said at once with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typed.safeParse(value).success
  return [isRepeated, { error: "Passwords don't match", path, when }] as const
}
