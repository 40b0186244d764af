import './app/styles.css'
import { Download, Eye, FileText, KeyRound, Pencil, RefreshCw, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Badge } from './ui/badge'
import { Button, buttonClass, IconButton } from './ui/button'
import { Card, CardHeader } from './ui/card'
import { Checkbox } from './ui/checkbox'
import { Dialog } from './ui/dialog'
import { EmptyState } from './ui/empty-state'
import { Field } from './ui/field'
import { FileDrop } from './ui/file-drop'
import { Input, PasswordInput, Select, Textarea } from './ui/input'
import { Logo } from './ui/logo'
import { Motif } from './ui/motif'
import { Notice } from './ui/notice'
import { Skeleton } from './ui/skeleton'
import { Spinner } from './ui/spinner'
import { StatusBadge } from './ui/status-badge'
import { Steps } from './ui/steps'
import { DataTable } from './ui/table'
import { Tab, TabList, TabPanel, Tabs } from './ui/tabs'
import { Timeline } from './ui/timeline'
import { toast, Toaster } from './ui/toast'
import { Tooltip, TooltipProvider } from './ui/tooltip'

const rows = [
  { id: 1, name: 'experian-report-march.pdf', size: '1.4 MB', status: 'approved', date: 'Mar 4, 2025' },
  { id: 2, name: 'a-rather-long-file-name-that-somebody-really-used-for-their-transunion-report-2025-final-v3.pdf', size: '812 KB', status: 'pending', date: 'Mar 2, 2025' },
  { id: 3, name: 'scan.jpg', size: '3.1 MB', status: 'rejected', date: 'Feb 27, 2025' },
]
type Row = (typeof rows)[number]
const columns = [
  { key: 'name', header: 'File name', cell: (r: Row) => <span className="font-medium wrap-anywhere">{r.name}</span>, hideLabel: true },
  { key: 'size', header: 'Size', cell: (r: Row) => <span className="whitespace-nowrap">{r.size}</span> },
  { key: 'status', header: 'Status', cell: (r: Row) => <StatusBadge status={r.status} /> },
  { key: 'date', header: 'Uploaded', cell: (r: Row) => <span className="whitespace-nowrap">{r.date}</span> },
  { key: 'a', header: 'Actions', align: 'right' as const, hideLabel: true, cell: () => (
    <span className="inline-flex"><Tooltip content="View"><IconButton label="View" icon={<Eye />} /></Tooltip><IconButton label="Download" icon={<Download />} /><IconButton label="Re-upload" icon={<RefreshCw />} /></span>) },
]
const big = new File(['x'.repeat(1400000)], 'experian-credit-report-with-a-very-long-name-2025-03-final-version.pdf', { type: 'application/pdf' })
const small = new File(['x'.repeat(14000)], 'scan.png', { type: 'image/png' })

function Gallery() {
  const [dialog, setDialog] = useState<null | 'md' | 'lg' | 'panel'>(null)
  const [file, setFile] = useState<File | null>(null)
  const [sel, setSel] = useState<number>(1)
  return (
    <TooltipProvider>
      <header className="sticky top-0 z-10 border-b bg-paper">
        <div className="shell flex h-header items-center justify-between gap-4">
          <Logo name="Credit Partner Portal" />
          <nav aria-label="Main" className="hidden gap-6 md:flex"><a href="#a" className="text-muted hover:text-ink">Program</a><a href="#b">Blog</a></nav>
          <a href="#c" className={buttonClass({ size: 'sm' })}>Apply</a>
        </div>
      </header>
      <main>
        <section className="shell py-section">
          <div className="grid items-center gap-12 lg:grid-cols-[1.1fr_1fr]">
            <div>
              <p className="text-sm font-medium text-brass-text">For people with a 700+ score</p>
              <h1 className="mt-3 text-hero">Your credit standing, put to careful work</h1>
              <p className="mt-5 max-w-measure text-lg text-muted">Lend the standing of your credit to vetted entrepreneurs and be paid for it. Results are not guaranteed; read the <a href="#d" className="link">disclosures</a>.</p>
              <div className="mt-8 flex flex-wrap gap-3"><Button size="lg">Start your application</Button><Button size="lg" variant="secondary">How it works</Button></div>
            </div>
            <div className="on-evergreen flex aspect-4/3 items-center justify-center rounded-xl"><Motif tone="on-evergreen" strokeWidth={2} className="w-3/5" /></div>
          </div>
        </section>
        <section className="shell grid gap-8 pb-section">
          <Steps steps={['Your credit', 'Your details', 'Confirmation']} current={1} />
          <div className="flex flex-wrap items-center gap-3">
            <Button>Primary</Button><Button variant="secondary">Secondary</Button><Button variant="ghost">Ghost</Button><Button variant="danger" icon={<Trash2 />}>Delete</Button>
            <Button pending>Saving</Button><Button variant="secondary" pending>Saving</Button><Button disabled>Disabled</Button><Button size="sm">Small</Button><Button size="sm" variant="secondary" icon={<Pencil />}>Edit</Button><IconButton label="Delete" icon={<Trash2 />} />
            <Button variant="secondary" onClick={() => setDialog('md')}>Open md</Button><Button variant="secondary" onClick={() => setDialog('lg')}>Open lg</Button><Button variant="secondary" onClick={() => setDialog('panel')}>Open panel</Button>
            <Button variant="secondary" onClick={() => toast({ title: 'Login successful!', description: 'Welcome back to Credit Partner Portal.' })}>Toast</Button>
            <Button variant="secondary" onClick={() => toast({ title: 'Upload failed', description: 'The connection was lost before the file arrived.', variant: 'destructive', action: { label: 'Try again', onClick: () => {} } })}>Bad toast</Button>
            <Spinner label="Loading" className="size-6 text-evergreen" />
          </div>
          <div className="flex flex-wrap gap-2"><StatusBadge status="approved" /><StatusBadge status="rejected" /><StatusBadge status="pending" /><Badge>Neutral</Badge></div>
          <div className="grid gap-8 lg:grid-cols-2">
            <Card as="section">
              <CardHeader title="Your details" description="We use these to reach you about your application." actions={<Button size="sm" variant="ghost">Edit</Button>} />
              <div className="grid gap-5">
                <Field label="Full name">{(a) => <Input {...a} defaultValue="Margaret Ashworth" />}</Field>
                <Field label="Email" hint="We reply within one business day." error="Enter an email address, like name@example.com.">{(a) => <Input {...a} defaultValue="margaret@" />}</Field>
                <Field label="Password" hint="At least 8 characters.">{(a) => <PasswordInput {...a} defaultValue="secretsecret" />}</Field>
                <Field label="Score range" optional>{(a) => <Select {...a}><option>700 to 749</option><option>750 or higher</option></Select>}</Field>
                <Field label="Message" optional>{(a) => <Textarea {...a} placeholder="Anything we should know" />}</Field>
                <Field label="Disabled">{(a) => <Input {...a} disabled defaultValue="Cannot be changed" />}</Field>
                <Checkbox label={<>I agree to the <a href="#t" className="link">Terms of Service</a> and the <a href="#p" className="link">Privacy Policy</a></>} defaultChecked />
                <Checkbox label="I understand that results are not guaranteed" hint="Earnings vary." error="Please confirm to continue." />
                <Button type="submit" size="lg">Continue</Button>
              </div>
            </Card>
            <div className="grid content-start gap-8">
              <Card>
                <Tabs defaultValue="u">
                  <TabList label="How to share"><Tab value="u" icon={<Upload />}>Upload Credit Report</Tab><Tab value="s" icon={<KeyRound />}>Share Login Details</Tab></TabList>
                  <TabPanel value="u">
                    <div className="grid gap-5">
                      <FileDrop label="Credit report" hint="PDF, Word or a picture, up to 10 MB." accept=".pdf,.doc,.docx,.jpg,.png" file={file} onSelect={setFile} />
                      <FileDrop label="Chosen" file={big} onSelect={() => {}} />
                      <FileDrop label="Sending" file={small} onSelect={() => {}} progress={0.42} onCancel={() => {}} />
                      <FileDrop label="Failed" file={big} onSelect={() => {}} error="The connection was lost. Nothing was saved." onRetry={() => {}} />
                      <FileDrop label="Missing" file={null} accept=".pdf" onSelect={() => {}} error="Choose a file first." />
                      <FileDrop label="Disabled drop" file={null} disabled onSelect={() => {}} />
                    </div>
                  </TabPanel>
                  <TabPanel value="s">Share</TabPanel>
                </Tabs>
              </Card>
              <Card><CardHeader title="Application status" /><Timeline items={[{ title: 'Application received', description: 'March 4, 2025', state: 'done' }, { title: 'Credit report in review', description: 'Usually two business days.', state: 'current' }, { title: 'Decision', state: 'upcoming' }]} /></Card>
            </div>
          </div>
          <div className="grid gap-4 md:grid-cols-2">
            <Notice title="Two business days">Reviews are read by a person.</Notice>
            <Notice tone="success" title="Report received">We will write to you.</Notice>
            <Notice tone="warning" title="Service key missing">An email service key must be configured.</Notice>
            <Notice tone="danger" title="We could not send the file" actions={<Button size="sm" variant="secondary">Try again</Button>}>Check your connection; nothing you typed is lost.</Notice>
          </div>
          <h2>Your Documents</h2>
          <DataTable columns={columns} rows={rows} rowKey={(r) => r.id} caption="Your documents" selectedKey={sel} onRowClick={(r) => setSel(r.id)} />
          <DataTable columns={columns} rows={[]} rowKey={(r) => r.id} caption="Loading documents" loading loadingRows={2} />
          <DataTable columns={columns} rows={[]} rowKey={(r) => r.id} caption="No documents" empty={<EmptyState title="No documents yet" description="Upload your credit report and it will appear here with its review status." action={<Button icon={<FileText />}>Upload a document</Button>} />} />
          <Card><Skeleton className="h-7 w-40" /><Skeleton className="mt-3" /><Skeleton className="mt-2 h-4 w-2/3" /></Card>
          <article className="longform"><h2>How a program like this works</h2><p>Entrepreneurs with thin files need standing more than money. A partner with a long and clean record can lend that standing under a contract that says what may and may not be done. <a href="#x">Read the disclosures</a>.</p><h3>What you risk</h3><ul><li>Your score may fall.</li><li>Payments may be late.</li></ul><blockquote>Nothing is guaranteed, and nobody who says otherwise should be believed.</blockquote></article>
        </section>
        <section className="on-evergreen py-section"><div className="shell"><h2 className="text-3xl">A decision worth a second reading</h2><p className="mt-3 max-w-measure text-paper/85">Earnings depend on the program. Results are not guaranteed.</p><a href="#y" className="mt-4 inline-block text-brass-light underline underline-offset-4">Read the disclosures</a></div></section>
      </main>
      <Dialog open={dialog !== null} size={dialog ?? 'md'} onClose={() => setDialog(null)} title="Credit report" description="Uploaded on March 4, 2025 by Margaret Ashworth" footer={<><Button variant="secondary" onClick={() => setDialog(null)}>Cancel</Button><Button onClick={() => toast({ title: 'Status updated' })}>Approve</Button></>}>
        <div className="grid gap-5"><Field label="Note">{(a) => <Textarea {...a} />}</Field><Tooltip content="Inside the dialog"><Button variant="secondary">Hover me</Button></Tooltip></div>
      </Dialog>
      <Toaster />
    </TooltipProvider>
  )
}
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
