import { useSingleKeys } from '@/lib/use-shortcuts'
import { Switch } from '@/ui/checkbox'

/** One for all of them, as people who use speech input need it: each word would press a row of keys. */
export function KeysSwitch() {
  const [areOn, turn] = useSingleKeys()
  return <Switch label="Use these keys in this browser" checked={areOn} onChange={turn} />
}
