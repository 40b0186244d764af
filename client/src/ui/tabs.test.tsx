// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Tab, TabList, TabPanel, Tabs } from './tabs'

afterEach(cleanup)

function renderTabs(onValueChange?: (value: string) => void) {
  render(
    <Tabs defaultValue="upload" onValueChange={onValueChange}>
      <TabList label="Ways to share">
        <Tab value="upload">Upload</Tab>
        <Tab value="share">Share</Tab>
      </TabList>
      <TabPanel value="upload">Upload panel</TabPanel>
      <TabPanel value="share" forceMount>
        <input aria-label="Service" />
      </TabPanel>
    </Tabs>,
  )
}

it('moves between tabs with the arrow keys, Home and End', async () => {
  const handleChange = vi.fn()
  renderTabs(handleChange)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Upload' }))

  await userEvent.keyboard('{ArrowRight}')
  expect(handleChange).toHaveBeenLastCalledWith('share')
  expect(screen.getByRole('tab', { name: 'Share', selected: true })).toBe(document.activeElement)

  await userEvent.keyboard('{Home}')
  expect(handleChange).toHaveBeenLastCalledWith('upload')
  await userEvent.keyboard('{End}')
  expect(handleChange).toHaveBeenLastCalledWith('share')
})

it('names the list and keeps what was typed in a force-mounted panel', async () => {
  renderTabs()
  expect(screen.getByRole('tablist', { name: 'Ways to share' })).toBeTruthy()
  const field = screen.getByLabelText('Service')

  await userEvent.click(screen.getByRole('tab', { name: 'Share' }))
  await userEvent.type(field, 'Experian')
  await userEvent.click(screen.getByRole('tab', { name: 'Upload' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Share' }))
  expect(screen.getByLabelText<HTMLInputElement>('Service').value).toBe('Experian')
})
