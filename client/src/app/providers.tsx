import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '@/lib/query-client'
import { Toaster } from '@/ui/toast'
import { TooltipProvider } from '@/ui/tooltip'
import { ErrorBoundary } from './error-boundary'

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
