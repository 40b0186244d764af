import { FileCheck } from 'lucide-react'
import { Badge } from './badge'

/** In place of a status, for what no one needs to decide about any more. */
export function OnFileBadge() {
  return <Badge icon={<FileCheck aria-hidden="true" />}>On file</Badge>
}
