import { useState } from 'react'
import { useZodForm } from '@/lib/form'
import { shareLoginForm, uploadForm } from './application-schema'

const emptyAccount = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  confirmPassword: '',
  agreeToTerms: false,
  contactConsent: false,
}

/** An application with a document, as far as it has come; it outlives the tab it is filled in on. */
export function useUploadApplication() {
  const form = useZodForm(uploadForm, { ...emptyAccount, password: '' })
  const [file, setFile] = useState<File | null>(null)
  // Uploaded before the registration failed, so that only the registration is repeated.
  const [sent, setSent] = useState<{ file: File; uploadKey: string } | null>(null)
  return { form, file, setFile, sent, setSent }
}
export type UploadApplication = ReturnType<typeof useUploadApplication>

/** An application with the login of a monitoring service. */
export function useShareApplication() {
  const form = useZodForm(shareLoginForm, {
    ...emptyAccount,
    userPassword: '',
    serviceName: '',
    serviceUrl: '',
    username: '',
    password: '',
    notes: '',
  })
  // Saved before the registration failed: sent again only when it was changed since.
  const [saved, setSaved] = useState<{ credentials: string; uploadKey: string } | null>(null)
  return { form, saved, setSaved }
}
export type ShareApplication = ReturnType<typeof useShareApplication>

const keepProblems = { keepErrors: true, keepIsSubmitted: true }

/** Takes what was typed about the person along to the other way of applying. */
export function copyAccount(
  upload: UploadApplication,
  share: ShareApplication,
  to: 'upload' | 'share',
): void {
  const fromUpload = upload.form.getValues()
  const fromShare = share.form.getValues()
  if (to === 'share') {
    const { password, ...account } = fromUpload
    share.form.reset({ ...fromShare, ...account, userPassword: password }, keepProblems)
  } else {
    const { firstName, lastName, email, phoneNumber, userPassword } = fromShare
    const { confirmPassword, agreeToTerms, contactConsent } = fromShare
    upload.form.reset(
      {
        firstName,
        lastName,
        email,
        phoneNumber,
        password: userPassword,
        confirmPassword,
        agreeToTerms,
        contactConsent,
      },
      keepProblems,
    )
  }
}
