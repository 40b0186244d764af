import { maxFilesPerUser } from '@shared/file-kinds'
import { AnswerQuestion } from './answer-question'
import { SendFileDialog } from './send-file-dialog'
import { useAddFile } from './use-add-file'

interface AddFileDialogProps {
  /** It is sent from the question that it answers. */
  answersIt?: boolean
  onClose: () => void
}

/** One more document for the person who is logged in. */
export function AddFileDialog({ answersIt, onClose }: AddFileDialogProps) {
  const sending = useAddFile(answersIt)
  return (
    <SendFileDialog
      title="Upload Additional File"
      description={`You can keep up to ${maxFilesPerUser} documents here.`}
      label="Your document"
      submitLabel="Upload"
      sending={sending}
      onClose={onClose}
    >
      <AnswerQuestion {...sending} />
    </SendFileDialog>
  )
}
