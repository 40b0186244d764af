import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { MeetingSettingsCard } from './meeting-settings-card'

const api = installFakeApi()
const path = '/api/admin/settings/meetings'
const room = 'https://zoom.example/j/1'

const show = () => renderPage(<MeetingSettingsCard />, '/admin/settings')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Meeting Settings' }))

it('the meeting room is saved with how long a meeting takes', async () => {
  api.routes = {
    [`GET ${path}`]: { body: { room: '', minutes: 45 } },
    [`PUT ${path}`]: ({ body }) => {
      expect(body).toEqual({ room, minutes: 60 })
      return { body }
    },
  }
  show()
  expect(await screen.findByLabelText('Length in minutes')).toHaveValue('45')
  fill(/^Meeting link/, 'zoom.example')
  fill('Length in minutes', '5')
  await save()
  const wrongLink = 'Please enter a meeting link that begins with https://.'
  expect(await screen.findByText(wrongLink)).toBeVisible()
  expect(screen.getByText('Please enter at least 15 minutes.')).toBeVisible()
  fill('Length in minutes', '')
  expect(await screen.findByText('Please enter a number of minutes.')).toBeVisible()
  fill(/^Meeting link/, room)
  fill('Length in minutes', '60')
  await save()
  await waitFor(() => expect(shownToast()).toEqual(['Meeting settings saved']))
})

it('the meeting room can be loaded again', async () => {
  api.routes[`GET ${path}`] = () => fakeRefusal(503, 'The portal is busy.')
  show()
  expect(await screen.findByText('The meeting settings could not be loaded')).toBeVisible()
})
