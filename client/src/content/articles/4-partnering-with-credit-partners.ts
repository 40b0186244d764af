import type { Article } from './article'

export const partneringWithCreditPartners: Article = {
  id: 4,
  category: 'Partnerships',
  title: 'Partnering With Credit Partners: How It Works and What to Ask First',
  summary:
    'Who does what, how a 5-15% fee adds up, what your signature can commit you to, and which questions to ask before it.',
  author: 'Elena Castellano',
  date: 'August 18, 2026',
  readTime: '7 min read',
  image: '/covers/article-4.svg',
  content: `
<p>A Credit Partner is a person with strong personal credit who lends that standing to a vetted entrepreneur seeking funding. The entrepreneur gets a better chance at credit. The partner is paid a fee by the entrepreneur. Done carefully, it is a business agreement between two informed adults. Done carelessly, it can damage both. This article is meant to keep you on the careful side.</p>

<h2 id="roles">Who does what</h2>
<ul>
<li><strong>The Credit Partner</strong> shows proof of credit, joins an introduction meeting, and decides whether to accept.</li>
<li><strong>The entrepreneur</strong> presents the business, borrows, repays and pays the partner’s fee. The entrepreneur personally guarantees the debt.</li>
<li><strong>The program</strong> verifies credit, introduces the two sides and sits in on the meeting. It does not pay the fee.</li>
<li><strong>The lender</strong> makes its own decision. No one in the program can promise an approval.</li>
</ul>
<p>Both sides must accept before a match goes ahead. Usually one introduction is enough; sometimes one more entrepreneur is offered.</p>

<h2 id="score">The score: why 720+ is recommended</h2>
<p>We recommend a score of <strong>720+</strong>. This is educational guidance, not the program’s minimum, which is stated where you apply. The reason is margin. A new application adds a hard inquiry, which for most people costs fewer than five points. A new account lowers the average age of your accounts, and a reported balance can raise utilization. Start at 725 and a 20-point dip leaves you at 705, still in FICO’s “good” band. Start at 685 and the same dip takes you to 665, which FICO calls “fair.”</p>

<h2 id="fee">The fee: 5-15% of the loan</h2>
<p>A typical partner fee is <strong>5-15%</strong> of the loan amount. These sums are illustrations, and <strong>results are not guaranteed</strong>; see our <a href="/disclosures">disclosures</a>.</p>
<table>
<thead>
<tr><th scope="col">Loan</th><th scope="col">Fee at 5%</th><th scope="col">Fee at 10%</th><th scope="col">Fee at 15%</th></tr>
</thead>
<tbody>
<tr><th scope="row">$25,000</th><td>$1,250</td><td>$2,500</td><td>$3,750</td></tr>
<tr><th scope="row">$50,000</th><td>$2,500</td><td>$5,000</td><td>$7,500</td></tr>
<tr><th scope="row">$100,000</th><td>$5,000</td><td>$10,000</td><td>$15,000</td></tr>
</tbody>
</table>
<p>Agree in writing on four details: the percentage, the base (amount approved or amount actually funded), the date of payment, and what happens if the loan is approved but not drawn. A 10% fee on a $60,000 approval is $6,000. On the $40,000 that was drawn, it is $4,000. That $2,000 gap is how disputes begin. The fee is generally taxable income, whether or not you receive a tax form for it.</p>

<h2 id="risk">The risk, in the same kind of numbers</h2>
<p>Set the fee against what you could owe. The question that decides it is: <strong>in what capacity do you sign, if you sign at all?</strong> A guarantor or co-borrower can be asked to repay the full debt. The lender need not pursue the entrepreneur first in most cases, and a default can appear on your credit report.</p>
<p>Say you accept 10% on a $50,000 loan at 12% over five years, and you signed as guarantor. The business stops paying after 12 payments. The balance is about $42,200. You received $5,000, so you are exposed to a loss of about <strong>$37,200</strong>, before late fees and legal costs. You can try to recover it from the entrepreneur, who may have no money. Results are not guaranteed in either direction.</p>
<blockquote>
<p>If you could not repay the loan yourself, do not sign for it. No fee changes that rule.</p>
</blockquote>

<h2 id="honesty">Stay honest with the lender</h2>
<p>Everything on an application must be true: who owns the business, who will run it, who receives the money and who is being paid. Knowingly making a false statement to a federally insured bank to influence a loan is a federal crime. In particular:</p>
<ul>
<li>Never claim to own or manage a business that you do not own or manage.</li>
<li>Never apply in your name for money that someone else will use, unless the lender knows.</li>
<li>If the lender asks whether anyone is paid in connection with the loan, disclose the fee. SBA loans have their own fee disclosure rules.</li>
</ul>

<h2 id="meeting">Questions for the introduction meeting</h2>
<ol>
<li>What exactly will the money buy, and when will it bring in revenue?</li>
<li>What were sales in each of the last 12 months? Ask to see the bank statements.</li>
<li>What other debts does the business have, and who guaranteed them?</li>
<li>How will the payment be made in the worst month of the year?</li>
<li>Which document will carry my name, and may I read it before the day of signing?</li>
<li>How can I see, every month, that the payment was made?</li>
</ol>
<p>An entrepreneur who is well prepared will welcome all six. If the answers do not satisfy you, decline; nothing goes ahead unless you accept.</p>

<h2 id="privacy">Protect your own file</h2>
<p>You prove your credit by uploading a report or by sharing the login of a credit-monitoring service. Uploading reveals less. If you do share a login, check that the service allows it, use a password you use nowhere else, and change it once the review is finished. No one needs your bank password or a one-time code to verify a score. Check your own reports at AnnualCreditReport.com, free every week, and watch for accounts you did not open.</p>

<h2 id="red-flags">Red flags</h2>
<ul>
<li>Pressure to sign today, or documents with blank spaces.</li>
<li>Anyone who says the lender “doesn’t need to know.”</li>
<li>A promise of approval, or of guaranteed income.</li>
<li>A request to add you as an owner on paper only.</li>
</ul>

<h2 id="next">What to do next</h2>
<ol>
<li>Check your score and reports, and fix errors first.</li>
<li>Decide the largest debt you could carry alone if everything went wrong. Write that number down before the meeting.</li>
<li>Have an attorney read any guarantee. An hour of advice usually costs far less than the fee at stake.</li>
<li>Read the <a href="/terms">terms</a> and the <a href="/disclosures">disclosures</a>, including what they say about refunds and arbitration, and then apply.</li>
</ol>
<p><em>This article is educational content only. It is not financial, tax or legal advice.</em></p>
`.trim(),
}
