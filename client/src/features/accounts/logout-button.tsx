import { LogOut } from 'lucide-react'
import { Button } from '@/ui/button'
import { useLogOut } from './use-log-out'

export function LogoutButton() {
  const { act, isPending } = useLogOut()
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<LogOut />}
      pending={isPending}
      onClick={() => void act()}
    >
      Logout
    </Button>
  )
}
