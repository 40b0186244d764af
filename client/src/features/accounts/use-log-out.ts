import { useLocation } from 'wouter'
import { isConnectionLost, getErrorMessage } from '@/lib/http'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast-store'
import { useLogout } from './api'

const notReached = "We couldn't reach the portal to end your session."

/** Logs out, says so, and goes home. What was on the screen goes even when the server can't be told. */
export function useLogOut() {
  const logout = useLogout()
  const [, navigate] = useLocation()

  async function act() {
    try {
      await logout.mutateAsync()
      toast({ title: 'Logged out successfully' })
    } catch (error) {
      toast({
        title: 'Error logging out',
        description: isConnectionLost(error) ? notReached : getErrorMessage(error, notReached),
        variant: 'destructive',
      })
    }
    navigate(paths.home)
  }

  return { act, isPending: logout.isPending }
}
