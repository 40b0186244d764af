import { LogOut } from 'lucide-react'
import { useLocation } from 'wouter'
import { messageOf } from '@/lib/http'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useLogout } from './api'

/** Logs out, says so, and goes home. */
export function LogoutButton() {
  const logout = useLogout()
  const [, navigate] = useLocation()

  async function handleClick() {
    try {
      await logout.mutateAsync()
      toast({ title: 'Logged out successfully' })
      navigate(paths.home)
    } catch (error) {
      toast({
        title: 'Error logging out',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  }

  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<LogOut />}
      pending={logout.isPending}
      onClick={() => void handleClick()}
    >
      Logout
    </Button>
  )
}
