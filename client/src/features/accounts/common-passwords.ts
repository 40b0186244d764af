import { useEffect, useState } from 'react'
import { newPassword, passwordTooCommon } from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { normalizePassword } from '@shared/text'
import { z } from '@shared/zod'
import { loadIfPossible } from '@/lib/lazy-part'

export type IsCommonPassword = (password: string, owner: PasswordOwner) => boolean

/** 200 kB that only people who choose a password need. Null while it cannot be loaded. */
async function loadIsCommonPassword(): Promise<IsCommonPassword | null> {
  const module = await loadIfPossible(() => import('@shared/password-verdict'))
  return module?.isCommonPassword ?? null
}

export function useIsCommonPassword(isNeeded: boolean): IsCommonPassword | null {
  const [isCommonPassword, setIsCommonPassword] = useState<IsCommonPassword | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    const show = async () => {
      const loaded = await loadIsCommonPassword()
      if (!isGone) setIsCommonPassword(() => loaded)
    }
    void show()
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return isCommonPassword
}

const typedOwner = z.object({
  email: z.string().catch(''),
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
})

/**
 * What a form's schema is refined with, so that it says at the password what the server would say. The
 * owner is who the form itself is about, unless one is given. Where the list cannot be loaded, only the server speaks.
 */
export function notCommon(field: string, owner?: PasswordOwner) {
  const isNotCommon = async (values: object): Promise<boolean> => {
    const password = newPassword.safeParse(Reflect.get(values, field))
    if (!password.success) return true
    const isCommonPassword = await loadIsCommonPassword()
    return !isCommonPassword?.(password.data, owner ?? typedOwner.parse(values))
  }
  const typedPassword = z.looseObject({ [field]: z.string() })
  const path: PropertyKey[] = [field]
  // Said together with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typedPassword.safeParse(value).success
  return [isNotCommon, { error: passwordTooCommon, path, when }] as const
}

/** Refinement of a form's schema: `confirmPassword` repeats the password. */
export function confirmed(field: string) {
  const typed = z.looseObject({ [field]: z.string().min(1), confirmPassword: z.string() })
  const isRepeated = (values: object) => {
    const typedAs = (name: string) => normalizePassword(String(Reflect.get(values, name)))
    return typedAs(field) === typedAs('confirmPassword')
  }
  const path: PropertyKey[] = ['confirmPassword']
  // Said together with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typed.safeParse(value).success
  return [isRepeated, { error: "Passwords don't match", path, when }] as const
}
