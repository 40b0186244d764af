import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, type ReactNode } from 'react'
import { PasswordQuestion } from '@/app/providers'
import { DecisionDialog } from '@/app/decision-keys'
import { createQueryClient } from '@/lib/query-client'
import { Toaster } from '@/ui/toast'
import { TooltipProvider } from '@/ui/tooltip'

/** Shows a page at an address, with what the app gives every page. */
export function renderPage(page: ReactNode, address = '/') {
  window.history.replaceState(null, '', address)
  const user = userEvent.setup()
  const view = render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <TooltipProvider>
          {page}
          <DecisionDialog />
          <PasswordQuestion />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  return { user, ...view }
}
