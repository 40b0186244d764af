import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ComposeRequest,
  ConnectionTestResult,
  EmailSettings,
  EmailSettingsRequest,
  EmailTemplate,
  ListedMail,
  MailWish,
  TemplateChange,
  TemplateId,
  TestMailRequest,
  TestMailResult,
} from '@shared/mail'
import { request } from '@/lib/http'
import { isListOf, pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

const settingsPath = '/api/admin/settings/email'
const templatesPath = '/api/admin/email-templates'
const outboxPath = '/api/admin/emails'

export const settingsQuery = pathQuery<EmailSettings>(settingsPath)
export const templatesQuery = pathQuery<EmailTemplate[]>(templatesPath)
/** Whose address it is, and whether they want emails from us. */
export const mailWishQuery = (email: string) => ({
  ...pathQuery<MailWish>(withQuery(`${outboxPath}/recipient`, { email })),
  staleTime: 0,
})

/** One page of the outbox, refetched whenever it is opened: mails move by themselves. */
export const outboxQuery = (query: PageRequest) => ({
  ...pageQuery<ListedMail>(withQuery(outboxPath, query)),
  staleTime: 0,
})

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: EmailSettingsRequest) =>
      request<EmailSettings>(settingsPath, { method: 'POST', body: settings }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      // What else asks whether the portal can send mail: the inbox, the login page.
      return queryClient.invalidateQueries({ queryKey: ['/api/mail-status'] })
    },
  })
}

export function useTestConnection() {
  return useMutation({
    mutationFn: (settings: EmailSettingsRequest) =>
      request<ConnectionTestResult>(`${settingsPath}/test-connection`, {
        method: 'POST',
        body: settings,
        undo: 'none',
      }),
  })
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: (mail: TestMailRequest) =>
      request<TestMailResult>(`${settingsPath}/send-test`, { method: 'POST', body: mail }),
  })
}

export function useComposeMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ComposeRequest) =>
      request<ListedMail>(outboxPath, { method: 'POST', body: draft }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: isListOf(outboxPath) }),
  })
}

/** Sends a mail again, or keeps a queued one from being sent. */
export function useChangeMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: 'resend' | 'cancel' }) =>
      request<ListedMail>(`${outboxPath}/${id}/${change}`, { method: 'POST' }),
    // After a refusal too: the mail is in another state than was shown.
    onSettled: () => queryClient.invalidateQueries({ predicate: isListOf(outboxPath) }),
  })
}

export function useEditTemplate(id: TemplateId) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: TemplateChange) =>
      request<EmailTemplate>(`${templatesPath}/${id}`, { method: 'PATCH', body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
}

export function useResetTemplate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: TemplateId) =>
      request<EmailTemplate>(`${templatesPath}/${id}`, { method: 'DELETE' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
}
