import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Note } from '@shared/notes'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { NotesSection } from './notes-section'

const api = installFakeApi()
const path = '/api/admin/users/2/notes'

const note: Note = {
  id: 7,
  text: 'Called, no answer.\nTry again on Monday.',
  author: 'Portal Administrator',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
}

function show(notes: Note[]) {
  api.routes[`GET ${path}`] = { body: notes }
  return renderPage(<NotesSection userId={2} />)
}

it('a note is written, and stands there with its author', async () => {
  const { user } = show([])
  await user.click(await screen.findByRole('button', { name: 'Add Note' }))
  expect(screen.getByLabelText('Note')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Save Note' }))
  await screen.findByText('Please write something.')
  api.routes[`POST ${path}`] = () => {
    api.routes[`GET ${path}`] = { body: [note] }
    return { status: 201, body: note }
  }
  await user.type(screen.getByLabelText('Note'), 'Called, no answer.')
  await user.click(screen.getByRole('button', { name: 'Save Note' }))
  await screen.findByText(/^Portal Administrator, /)
  expect(screen.queryByRole('form')).toBeNull()
})

it('what was typed stays when it could not be saved', async () => {
  const { user } = show([])
  await user.click(await screen.findByRole('button', { name: 'Add Note' }))
  const message = 'There are 200 notes already. Please delete one first.'
  api.routes[`POST ${path}`] = { status: 409, body: { message, code: 'conflict' } }
  await user.type(screen.getByLabelText('Note'), 'One more')
  await user.click(screen.getByRole('button', { name: 'Save Note' }))
  await screen.findByText(message)
  expect(screen.getByLabelText('Note')).toHaveValue('One more')
})

it('a note is edited, and says so', async () => {
  const { user } = show([note])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  expect(screen.getByLabelText('Note')).toHaveValue(note.text)
  const edited = { ...note, text: 'Called twice.', editedAt: '2026-11-21T10:00:00.000Z' }
  api.routes['PATCH /api/admin/notes/7'] = () => {
    api.routes[`GET ${path}`] = { body: [edited] }
    return { body: edited }
  }
  await user.clear(screen.getByLabelText('Note'))
  await user.type(screen.getByLabelText('Note'), 'Called twice.')
  await user.click(screen.getByRole('button', { name: 'Save Note' }))
  await screen.findByText('Called twice.')
  expect(screen.getByText(/\(edited /)).toBeVisible()
})

it('a note is deleted once that was confirmed', async () => {
  const { user } = show([note])
  const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
  vi.stubGlobal('confirm', asked)
  const press = () => user.click(screen.getByRole('button', { name: /^Delete the note/ }))
  await screen.findByText(/Called, no answer/)
  await press()
  expect(api.count('DELETE /api/admin/notes/7')).toBe(0)
  api.routes['DELETE /api/admin/notes/7'] = () => {
    api.routes[`GET ${path}`] = { body: [] }
    return { body: { message: 'Note deleted' } }
  }
  await press()
  await waitFor(() => expect(screen.queryByText(/Called, no answer/)).toBeNull())
  expect(asked).toHaveBeenCalledWith('Are you sure you want to delete this note?')
})
