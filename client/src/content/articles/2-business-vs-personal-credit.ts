import type { Article } from './article'

export const businessVersusPersonalCredit: Article = {
  id: 2,
  category: 'Business',
  title: 'Business Credit vs. Personal Credit: Two Files, One Signature',
  summary:
    'A company can build a credit file of its own, but lenders still ask the owner to sign. See what that commits you to.',
  author: 'Marcus Oyelaran',
  date: 'October 20, 2026',
  readTime: '7 min read',
  image: '/covers/article-2.svg',
  content: `
<p>You form a company, get a tax number and open a bank account. On paper the business is now a separate person. When you apply for its first loan, though, the lender pulls <em>your</em> credit report. Understanding why, and how to change it over time, is one of the most useful things an owner can learn.</p>

<h2 id="side-by-side">The two systems side by side</h2>
<table>
<thead>
<tr><th scope="col">Question</th><th scope="col">Personal credit</th><th scope="col">Business credit</th></tr>
</thead>
<tbody>
<tr><th scope="row">Keyed to</th><td>Your name and Social Security number</td><td>Company name, address, EIN and D-U-N-S Number</td></tr>
<tr><th scope="row">Kept by</th><td>Equifax, Experian, TransUnion</td><td>Dun &amp; Bradstreet, Experian Business, Equifax Business</td></tr>
<tr><th scope="row">Typical scales</th><td>300 to 850</td><td>1 to 100 (Paydex), 0 to 300 (FICO SBSS)</td></tr>
<tr><th scope="row">Who may look</th><td>Only those with a permissible purpose under federal law</td><td>In practice, anyone who buys the report</td></tr>
<tr><th scope="row">How it fills</th><td>Most lenders report by default</td><td>Many suppliers never report unless you arrange it</td></tr>
<tr><th scope="row">Errors</th><td>Legal right to dispute under the Fair Credit Reporting Act</td><td>Mostly the bureau’s own correction process</td></tr>
</tbody>
</table>

<h2 id="paydex">How a Paydex score works</h2>
<p>Dun &amp; Bradstreet’s Paydex looks at one thing: how promptly the business pays its suppliers, weighted by the dollars involved. A score of <strong>80</strong> means it pays on terms. To reach 100 it must pay about 30 days early. A score of 70 means about 15 days late, and 50 means about 30 days late.</p>
<p>Here is a simplified illustration. Your shop pays a $10,000 invoice on time (worth 80) and a $1,000 invoice 30 days late (worth 50). The weighted result is (10,000 × 80 + 1,000 × 50) ÷ 11,000, or about 77. Reverse the two invoices and the same two payments give about 53. The lesson: when cash is short, the large invoice is the one to protect.</p>
<p>You need a D-U-N-S Number, which is free, and enough reported payment experiences. Dun &amp; Bradstreet has described the minimum as two or three trade references, so three suppliers that report is a sensible target.</p>

<h2 id="sbss">SBSS, and a rule that changed</h2>
<p>The FICO Small Business Scoring Service (SBSS) blends the owner’s personal credit, the company’s credit file and its financials into one number from 0 to 300. For years the Small Business Administration made lenders screen smaller 7(a) loans with it; the last required minimum was 165. <strong>Since March 1, 2026, the SBA no longer uses SBSS for 7(a) Small Loans</strong> of up to $350,000. Lenders must now do a fuller credit analysis, including a test that cash flow covers debt payments at least 1.1 times.</p>
<p>In numbers: if loan payments would total $24,000 a year, the business must show about $26,400 available to make them. Lenders may still use scores of their own, so a clean file keeps its value. Much older advice about “the SBA score” is now out of date; ask the lender what it uses.</p>

<h2 id="guarantee">The personal guarantee</h2>
<p>A limited liability company protects you from many of its debts. It does not protect you from a debt you promise to pay yourself, and a personal guarantee is exactly that promise.</p>
<ul>
<li><strong>Unlimited:</strong> you owe whatever the business owes, including interest, late charges and often the lender’s legal costs.</li>
<li><strong>Limited:</strong> your share is capped at an amount or a percentage.</li>
<li><strong>Joint and several:</strong> with more than one guarantor, the lender may collect the whole amount from any one of you.</li>
</ul>
<p>Suppose three partners each own a third and sign a joint and several guarantee for $90,000. The business closes with $60,000 still owed, and two partners have nothing. The third does not owe $20,000. The third owes $60,000, and may try to recover the rest from the others.</p>
<p>On SBA loans, anyone who owns 20% or more of the business must generally give an unlimited guarantee. In this program, the entrepreneur personally guarantees the debt. If anyone asks <em>you</em> to sign as guarantor or co-borrower, treat it as your own debt until the lender says in writing that it is not.</p>

<h2 id="crossing">Where the two files touch</h2>
<p>Most business cards for small companies require a personal guarantee. Some issuers report every month to your personal file; others report only if the account goes bad. The difference matters. A $9,000 balance on a business card with a $10,000 limit that appears on your personal report can push your personal utilization up sharply. Ask before you apply.</p>

<h2 id="build">Building a business file in a year</h2>
<ol>
<li>Use one exact legal name, address and phone number everywhere.</li>
<li>Get an EIN from the IRS and a D-U-N-S Number. Both are free; ignore anyone who charges for them.</li>
<li>Open a business bank account and keep personal spending out of it.</li>
<li>Open three supplier accounts on 30-day terms, after asking each whether it reports payments.</li>
<li>Add one business card or small line, used lightly and paid early.</li>
<li>Check the file at each business bureau twice a year.</li>
</ol>

<h2 id="pitfalls">Pitfalls</h2>
<ul>
<li><strong>Shelf companies.</strong> Buying an aged shell to look established can amount to misrepresentation. Lenders check ownership dates.</li>
<li><strong>“Credit privacy numbers.”</strong> Using a nine-digit number in place of your Social Security number on an application is fraud, whatever the seller calls it.</li>
<li><strong>Mixed money.</strong> Paying household bills from the business account weakens both the loan application and the legal separation you formed the company for.</li>
</ul>

<h2 id="next">What to do next</h2>
<p>List every business account you have signed for. Next to each, write three facts: the balance, whether you guaranteed it, and where it reports. Most owners find one surprise. Then ask each lender when, if ever, the guarantee can be released; after two years of on-time payments some will talk. If you plan to work with a Credit Partner, have that list ready for the introduction meeting, and read our <a href="/disclosures">disclosures</a> first.</p>
<p><em>This article is educational content only. It is not financial or legal advice, and results are not guaranteed.</em></p>
`.trim(),
}
