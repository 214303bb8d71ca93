/** What the clients that docs/agents.md names send when they sign in, as their sources and public reports of the second half of 2026 have it. Windsurf's redirects are not published: two likely ones are assumed. */

export type NamedClient = {
	/** The name under which docs/agents.md has it. */
	name: string;
	/** What sets this one apart from others of the same name. */
	way: string;
	/** The body of its registration, or the document that its identifier names. */
	metadata: Record<string, unknown> & {redirect_uris: string[]};
	/** Where it hosts that document; absent where it registers. */
	document?: string;
	/** Where it wants the person led back to. */
	redirect: string;
	/** Which permissions it asks for: those that the service says, its own, or none; `offered` with what it adds. */
	scope?: 'offered' | 'offered offline_access' | 'openid email profile' | 'claudeai';
	/** Clients before June 2025 do not name the resource. */
	resource: 'mcp' | 'mcp/' | 'none';
	userAgent: string;
	/** The parameters of its first message. */
	initialize: {protocolVersion: string; capabilities: Record<string, unknown>; clientInfo: {name: string; version: string; title?: string}};
};

const CODE = {grant_types: ['authorization_code', 'refresh_token'], response_types: ['code']};
const PUBLIC = {...CODE, token_endpoint_auth_method: 'none'};
const VS_CODE_REDIRECTS = [
	'https://insiders.vscode.dev/redirect',
	'https://vscode.dev/redirect',
	'http://127.0.0.1/',
	'http://127.0.0.1:33418/',
];
const CLAUDE_CODE = {
	userAgent: 'claude-code/2.1.246 (cli)',
	initialize: {
		protocolVersion: '2025-06-18',
		capabilities: {roots: {}, elicitation: {}},
		clientInfo: {name: 'claude-code', title: 'Claude Code', version: '2.1.246'},
	},
};
const CURSOR_REDIRECTS = [
	'cursor://anysphere.cursor-mcp/oauth/callback',
	'https://www.cursor.com/agents/mcp/oauth/callback',
	'http://localhost:8787/callback',
];
const CURSOR = {
	name: 'Cursor',
	metadata: {...PUBLIC, client_name: 'Cursor', redirect_uris: CURSOR_REDIRECTS},
	scope: 'offered',
	resource: 'mcp',
	userAgent: 'Cursor/3.14.0 (linux x64)',
	initialize: {
		protocolVersion: '2025-11-25',
		capabilities: {tools: true, prompts: true, resources: true, logging: false, elicitation: {}, roots: {listChanged: false}},
		clientInfo: {name: 'cursor-vscode', version: '1.0.0'},
	},
} satisfies Partial<NamedClient>;

export const NAMED_CLIENTS: NamedClient[] = [
	{
		name: 'Claude Code',
		way: 'by its document, on a port that the document does not name',
		document: 'https://claude.ai/oauth/claude-code-client-metadata',
		metadata: {...PUBLIC, client_name: 'Claude Code', redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback']},
		redirect: 'http://localhost:55611/callback',
		scope: 'offered offline_access',
		resource: 'mcp',
		...CLAUDE_CODE,
	},
	{
		name: 'Claude Code',
		way: 'by registration',
		metadata: {
			...PUBLIC,
			client_name: 'Claude Code (roteiro)',
			redirect_uris: ['http://localhost:3118/callback'],
			application_type: 'native',
		},
		redirect: 'http://localhost:3118/callback',
		scope: 'offered',
		resource: 'mcp',
		...CLAUDE_CODE,
	},
	{
		name: 'Claude Code',
		way: 'by the scheme of its desktop application',
		metadata: {...PUBLIC, client_name: 'Claude Code', redirect_uris: ['claude://claude.ai/mcp-auth-callback/sdk']},
		redirect: 'claude://claude.ai/mcp-auth-callback/sdk',
		scope: 'offered',
		resource: 'mcp',
		...CLAUDE_CODE,
	},
	{
		name: 'Claude on the web and the desktop',
		way: 'by registration, with a scope of its own',
		metadata: {
			...CODE,
			client_name: 'Claude',
			redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
			scope: 'claudeai',
			token_endpoint_auth_method: 'client_secret_post',
		},
		redirect: 'https://claude.ai/api/mcp/auth_callback',
		scope: 'claudeai',
		resource: 'mcp',
		userAgent: 'Claude-User',
		initialize: {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'claude-ai', version: '0.1.0'}},
	},
	{
		name: 'Claude on the web and the desktop',
		way: 'by its document',
		document: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
		metadata: {...PUBLIC, client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback']},
		redirect: 'https://claude.ai/api/mcp/auth_callback',
		scope: 'offered',
		resource: 'mcp/',
		userAgent: 'Claude-User',
		initialize: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'claude-ai', version: '0.1.0'}},
	},
	{
		name: 'ChatGPT',
		way: 'by registration, for a connector of one’s own',
		metadata: {
			...PUBLIC,
			client_name: 'ChatGPT',
			redirect_uris: ['https://chatgpt.com/connector/oauth/OUbdUMlL15Ct'],
			application_type: 'web',
		},
		redirect: 'https://chatgpt.com/connector/oauth/OUbdUMlL15Ct',
		scope: 'offered offline_access',
		resource: 'mcp',
		userAgent: 'openai-mcp/1.0.0 (ChatGPT)',
		initialize: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'openai-mcp', version: '1.0.0'}},
	},
	{
		name: 'ChatGPT',
		way: 'by registration, with the older redirect',
		metadata: {...PUBLIC, client_name: 'ChatGPT', redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect']},
		redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
		resource: 'mcp',
		userAgent: 'openai-mcp/1.0.0',
		initialize: {protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {name: 'openai-mcp', version: '1.0.0'}},
	},
	{
		name: 'VS Code',
		way: 'by registration, on a port that was free',
		metadata: {
			client_name: 'Visual Studio Code',
			client_uri: 'https://code.visualstudio.com',
			grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
			response_types: ['code'],
			redirect_uris: VS_CODE_REDIRECTS,
			token_endpoint_auth_method: 'none',
			application_type: 'native',
		},
		redirect: 'http://127.0.0.1:59656/',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'node',
		initialize: {
			protocolVersion: '2025-11-25',
			capabilities: {roots: {listChanged: true}, sampling: {}, elicitation: {form: {}, url: {}}},
			clientInfo: {name: 'Visual Studio Code', version: '1.119.0'},
		},
	},
	{
		name: 'VS Code',
		way: 'by its document, through its site',
		document: 'https://vscode.dev/oauth/client-metadata.json',
		metadata: {...PUBLIC, client_name: 'Visual Studio Code', redirect_uris: VS_CODE_REDIRECTS, application_type: 'native'},
		redirect: 'https://vscode.dev/redirect',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'node',
		initialize: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'Visual Studio Code', version: '1.138.0'}},
	},
	{...CURSOR, way: 'by a scheme of its own', redirect: CURSOR_REDIRECTS[0]!},
	{...CURSOR, way: 'by its site', redirect: CURSOR_REDIRECTS[1]!},
	{...CURSOR, way: 'on the person’s machine', redirect: CURSOR_REDIRECTS[2]!},
	{
		name: 'Codex',
		way: 'by registration, with a path for each server',
		metadata: {
			...PUBLIC,
			client_name: 'Codex',
			redirect_uris: ['http://127.0.0.1:37819/callback/6MFBM1In3Ey-'],
			application_type: 'native',
		},
		redirect: 'http://127.0.0.1:37819/callback/6MFBM1In3Ey-',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'codex-mcp-client/0.153.0',
		initialize: {
			protocolVersion: '2025-06-18',
			capabilities: {elicitation: {}},
			clientInfo: {name: 'codex-mcp-client', title: 'Codex', version: '0.153.0'},
		},
	},
	{
		name: 'Gemini CLI',
		way: 'by registration, on a port that was free',
		metadata: {
			...PUBLIC,
			client_name: 'Gemini CLI MCP Client',
			redirect_uris: ['http://localhost:7777/oauth/callback'],
			code_challenge_method: ['S256'],
			scope: '',
		},
		redirect: 'http://localhost:41873/oauth/callback',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'node',
		initialize: {
			protocolVersion: '2025-11-25',
			capabilities: {roots: {listChanged: true}},
			clientInfo: {name: 'gemini-cli-mcp-client', version: '0.50.0'},
		},
	},
	{
		name: 'Windsurf',
		way: 'by registration, with the scopes of an identity',
		metadata: {...PUBLIC, client_name: 'Windsurf', redirect_uris: ['http://127.0.0.1:52431/oauth/callback'], scope: 'openid email profile'},
		redirect: 'http://127.0.0.1:52431/oauth/callback',
		scope: 'openid email profile',
		resource: 'none',
		userAgent: 'Go-http-client/1.1',
		initialize: {protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {name: 'windsurf-client', version: '1.0.0'}},
	},
	{
		name: 'Windsurf',
		way: 'by a scheme of its own',
		metadata: {...PUBLIC, client_name: 'Windsurf', redirect_uris: ['windsurf://codeium.windsurf/mcp/oauth/callback']},
		redirect: 'windsurf://codeium.windsurf/mcp/oauth/callback',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'Go-http-client/1.1',
		initialize: {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'windsurf-client', version: '1.0.0'}},
	},
	{
		name: 'Zed',
		way: 'by its document, on a port that the document does not name',
		document: 'https://zed.dev/oauth/client-metadata.json',
		metadata: {
			client_name: 'Zed',
			client_uri: 'https://zed.dev',
			redirect_uris: ['http://127.0.0.1/callback'],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
		},
		redirect: 'http://127.0.0.1:27523/callback',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'Zed/1.1.6 (linux; x86_64)',
		initialize: {protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {name: 'Zed', version: '1.1.6'}},
	},
	{
		name: 'Zed',
		way: 'by registration, without refresh tokens',
		metadata: {
			client_name: 'Zed',
			redirect_uris: ['http://127.0.0.1:27523/callback'],
			grant_types: ['authorization_code'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
		},
		redirect: 'http://127.0.0.1:27523/callback',
		scope: 'offered',
		resource: 'mcp',
		userAgent: 'Zed/1.1.6 (linux; x86_64)',
		initialize: {protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {name: 'Zed', version: '1.1.6'}},
	},
	...(['offered', 'openid email profile'] as const).map(
		(scope): NamedClient => ({
			name: 'mcp-remote',
			way: `with the scope ${scope}`,
			metadata: {
				...PUBLIC,
				client_name: 'MCP CLI Client',
				client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
				software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
				software_version: '0.1.38',
				redirect_uris: ['http://localhost:3334/oauth/callback'],
				scope,
			},
			redirect: 'http://localhost:3334/oauth/callback',
			scope,
			resource: 'mcp',
			userAgent: 'node',
			initialize: {
				protocolVersion: '2025-06-18',
				capabilities: {},
				clientInfo: {name: 'claude-ai (via mcp-remote 0.1.38)', version: '0.1.0'},
			},
		}),
	),
];
